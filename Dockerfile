# syntax=docker/dockerfile:1

# Pinned by its digest: docker build --build-arg NODE_IMAGE=node:24-bookworm-slim@sha256:…
ARG NODE_IMAGE=node:24-bookworm-slim

# Builds the release on the machine's own platform; the archive has the packages of the image's.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS build
ARG TARGETARCH=amd64
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN platform="linux-$(echo "${TARGETARCH}" | sed s/amd64/x64/)" \
  && npm run release -- "${platform}" \
  && mkdir /release \
  && tar -xzf dist/release/petal-*-"${platform}".tar.gz -C /release

FROM ${NODE_IMAGE}
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    PATH=/srv/petal:$PATH
WORKDIR /srv/petal
COPY --from=build --chown=root:root /release/petal ./
RUN mkdir --parents /data/backups && chown --recursive node:node /data
USER node
VOLUME /data
EXPOSE 3000
# The first start migrates the database, so it gets a minute before failures count.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["petal"]
CMD ["start"]
