# An image of this checkout: docs/team.md.
FROM node:24-slim AS build
WORKDIR /loci
COPY . .
# Installs, builds by the script "prepare", and packs what a user would install.
RUN npm ci --no-audit --no-fund && npm pack --ignore-scripts --pack-destination /tmp

FROM node:24-slim
COPY --from=build /tmp/loci-*.tgz /tmp/
# A volume gets its owner from the folder that it is laid over.
RUN npm install --global --no-audit --no-fund /tmp/loci-*.tgz \
  && rm /tmp/loci-*.tgz && npm cache clean --force \
  && mkdir /data && chown node:node /data
USER node
ENV LOCI_HOME=/data
VOLUME /data
EXPOSE 5858
HEALTHCHECK CMD ["node", "-e", "fetch('http://127.0.0.1:5858/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Nobody else reaches the loopback of a container, so it listens on all of its own addresses.
CMD ["loci", "serve", "--host", "0.0.0.0", "--root", "/docs"]
