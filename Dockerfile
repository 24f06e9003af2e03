# syntax=docker/dockerfile:1

# --- Everything that building needs ---
FROM node:24-bookworm-slim AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
# What is installed changes less often than the rest: these layers are kept.
COPY package.json package-lock.json prisma.config.ts ./
COPY prisma ./prisma
RUN npm ci
COPY app ./app
COPY lib ./lib
COPY public ./public
COPY next.config.mjs tailwind.config.ts tsconfig.json ./
RUN npm run build && npm prune --omit=dev --ignore-scripts && rm -rf .next/cache

# --- What runs ---
FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production \
    NEXT_TELEMETRY_DISABLED=1 \
    HOSTNAME=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
COPY --from=build /app ./
# The program belongs to root and is not written to; only the data is the server's own.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself, so that it gets the signals; it finishes what is in flight and then ends.
CMD ["node", "lib/start.mjs"]
