# --- Everything that building needs ---
FROM node:24-bookworm-slim AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
# What is installed changes less often than the rest: these layers are kept. Nothing is pruned later:
# that would change the lock file, from which the start tells whether the pages are of these sources.
COPY package.json package-lock.json prisma.config.ts ./
COPY prisma ./prisma
RUN npm ci --omit=dev
COPY app ./app
COPY lib ./lib
COPY public ./public
COPY next.config.mjs tailwind.config.ts tsconfig.json ./
RUN npm run build && rm -rf .next/cache

# --- What runs ---
FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production \
    NEXT_TELEMETRY_DISABLED=1 \
    HOSTNAME=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    PATH=/app/node_modules/.bin:$PATH
COPY --from=build /app ./
# The program belongs to root and is not written to; only the data is the server's own, and a new volume gets
# this owner and mode.
RUN install --directory --owner=node --group=node --mode=0700 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself, so that it gets the signals; it finishes what is in flight and then ends. It is the one
# that built the pages: another version would build them anew.
CMD ["node", "--max-old-space-size=320", "--max-semi-space-size=8", "lib/start.mjs"]
