import { openMemoryCatalog } from "../reference/open-catalog.ts";
import { catalogContract } from "./suite.ts";

catalogContract("memory", async () => ({
  open: async () => openMemoryCatalog(),
  shared: false,
  dispose: async () => {},
}));
