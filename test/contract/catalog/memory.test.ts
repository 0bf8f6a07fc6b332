import { openMemoryCatalog } from "../../../src/storage/memory/catalog/open-catalog.ts";
import { catalogContract } from "./suite.ts";

catalogContract("memory", async () => ({
  open: async () => openMemoryCatalog(),
  shared: false,
  dispose: async () => {},
}));
