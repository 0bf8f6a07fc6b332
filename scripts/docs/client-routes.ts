import { ROUTES } from "../../src/surfaces/http/operation-routes.ts";

/** The routes as the client calls them: it ships without the tables, whose fields and schemas it doesn't need. */
export function clientRoutes(): string {
  const routes = ROUTES.map(({ operation, method, path, body, unlimited }) => {
    const flags = `${body === undefined ? "" : ', "body": true'}${unlimited === true ? ', "unlimited": true' : ""}`;
    return `  "${operation}": { "http": "${method.toUpperCase()} ${path}"${flags} }`;
  });
  return `{\n${routes.join(",\n")}\n}\n`;
}
