# Tidings in an image (docs/deploying.md): Node, the release that `npm run build` makes, and nothing to build or install
# with. test/interop/image.test.ts takes these steps without a container runtime, and test/deployment/image-files.test.ts
# holds what is written twice.

# The base of the image: glibc, certificates and time zones of Debian 12, without a shell. The tag follows Debian's
# security updates; a deployment that wants the same bytes each time names a digest, with --build-arg RUNTIME=….
ARG RUNTIME=gcr.io/distroless/cc-debian12:nonroot

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
# The packages of production have all that the build needs. None may run a script of its own.
RUN npm ci --omit=dev --ignore-scripts
COPY LICENSE CHANGELOG.md tsconfig.json ./
COPY docs/guides docs/guides
COPY emails emails
COPY prisma prisma
COPY rest rest
COPY schema schema
COPY src src
RUN npm run build

FROM ${RUNTIME}
LABEL org.opencontainers.image.title="Tidings" org.opencontainers.image.licenses="MIT"
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /src/dist /app
WORKDIR /app
# Where `inbound` takes reports is published as port 25. A worker answers probes where it gives its metrics.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 INBOUND_PORT=2525 METRICS_HOST=0.0.0.0 METRICS_PORT=9464
EXPOSE 8080 2525 9464
USER 65532:65532
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=90s --retries=3 CMD ["/usr/local/bin/node", "probe.mjs"]
# The flags of `npm start`. Other commands: migrate.mjs, restored.mjs, rotate-secrets.mjs.
ENTRYPOINT ["/usr/local/bin/node", "--max-semi-space-size=8", "--heap-growing-percent=30", "--v8-pool-size=2", "--no-parallel-scavenge", "--concurrent-turbofan-max-threads=1", "--concurrent-maglev-max-threads=1", "--expose-gc", "--disable-warning=ExperimentalWarning"]
CMD ["main.mjs"]
