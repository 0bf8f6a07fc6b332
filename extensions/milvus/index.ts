/** An index on a Milvus server: the port of a house, over the server's own driver. */
export { milvusHouse as openIndexHouse } from "./open-house.ts";
