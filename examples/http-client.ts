// Asks a running service (loci serve). Run: node examples/http-client.ts URL TOKEN "QUESTION"
import { createClient } from "loci/client";

const [url = "http://127.0.0.1:5858", token = "", question = "which port does staging use?"] = process.argv.slice(2);
const loci = createClient({ url, token });
const { hits } = await loci.search({ query: question, limit: 3 });
for (const { id, source, snippet } of hits) console.log(`- ${id.slice(0, 10)} ${source.path}  ${snippet}`);
