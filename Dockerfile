# --- What builds: `npm run` uses the Node.js of the package `node`, not that of this base image ---
FROM node:24-bookworm-slim AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
# What is installed changes less often than the rest: these layers are kept. Nothing is pruned later:
# that would change the lock file, from which the start tells whether the pages are of these sources.
COPY package.json package-lock.json prisma.config.ts ./
COPY prisma ./prisma
RUN npm ci --omit=dev
COPY app ./app
COPY docs ./docs
COPY lib ./lib
COPY public ./public
COPY next.config.mjs tsconfig.json ./
# The package `node` holds its program twice, and headers for compilers.
RUN npm run build && rm -rf .next/cache node_modules/node/node_modules \
 # root (0) compiled the program for itself. The account of the server (1000) looks under its own number, and may read.
 && chmod --recursive a+rX .next/compiled && cd .next/compiled && ln --symbolic "$(ls)" "$(ls | sed 's/-0$/-1000/')"

# --- What runs: Debian with the Node.js of the package `node` ---
FROM debian:bookworm-slim
WORKDIR /app
ENV NODE_ENV=production \
    NEXT_TELEMETRY_DISABLED=1 \
    HOSTNAME=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    # The C library keeps freed memory for each thread otherwise.
    MALLOC_ARENA_MAX=1 \
    PATH=/app/node_modules/.bin:$PATH
COPY --from=build /app ./
# The program belongs to root and is read-only. Only the data belongs to the server, and a new volume gets this owner and
# mode. The user's number is part of docs/operate/docker.md.
RUN useradd --uid=1000 --user-group --create-home --shell=/usr/sbin/nologin node \
 && install --directory --owner=node --group=node --mode=0700 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node.js itself, so that it gets the signals: it finishes open requests and then ends. The same Node.js built the pages;
# another version would build them again.
CMD ["node", "--max-old-space-size=320", "--max-semi-space-size=8", "lib/start.mjs"]
