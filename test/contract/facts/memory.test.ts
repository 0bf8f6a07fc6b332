import { openMemoryFactStore } from "../reference/open-fact-store.ts";
import { factStoreContract } from "./suite.ts";

factStoreContract("memory", async () => ({
  open: async () => openMemoryFactStore(),
  dispose: async () => {},
  durable: false,
}));
