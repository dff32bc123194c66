# The runtime dependencies alone: chDB and the native Yellowstone client come as prebuilt packages for glibc, so
# nothing is compiled. What npm brings along and nothing here runs is removed: the Node for older machines, the compiler
# that is a peer of other packages, and builds for another libc.
FROM node:24.18.0-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/node-linux-* node_modules/typescript \
  node_modules/@typescript node_modules/*-linux-*-musl node_modules/@*/*-linux-*-musl

# The verifiers and the pages are bundled by development dependencies.
FROM node:24.18.0-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS built
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json LICENSE ./
RUN npm ci --ignore-scripts
COPY verifier verifier
COPY scripts scripts
COPY core core
COPY schemas schemas
COPY web web
COPY harness harness
COPY fixtures fixtures
RUN node scripts/build-verifier.ts && node scripts/build-web.ts

FROM node:24.18.0-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=built /app/dist dist
COPY package.json LICENSE ./
COPY schemas schemas
COPY idl idl
COPY fixtures fixtures
COPY core core
COPY indexer indexer
COPY api api
COPY harness harness
COPY cli cli
# The code belongs to root and is only read; the one directory that is written belongs to the user that runs it.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["node", "/app/cli/launchlens.mjs"]
CMD ["--help"]
