import {
  PHASE_DEVELOPMENT_SERVER,
  PHASE_PRODUCTION_BUILD,
  PHASE_PRODUCTION_SERVER,
} from 'next/constants.js'

/** @type {import('next').NextConfig} */
const config = {
  // The build compresses scripts and styles. The rest is the proxy's: here it would cost a third of a small answer's rate.
  compress: false,
  poweredByHeader: false,
  // A redirect would lose what some clients post: the start file takes the slash off instead.
  skipTrailingSlashRedirect: true,
  reactStrictMode: true,
  // Pages show pictures as they are: nobody needs a converter that takes addresses from outside.
  images: { unoptimized: true },
  experimental: {
    // A page is loaded when it is first asked for: all pages at once would fill memory for nothing.
    preloadEntriesOnStart: false,
  },
  // `npm test` checks the types; a server that starts has no use for doing it again.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: [
    '@node-rs/argon2',
    '@prisma/adapter-better-sqlite3',
    '@prisma/adapter-pg',
    '@prisma/client',
    'better-sqlite3',
    'nodemailer',
    'pg',
    'pino',
    'prom-client',
    'rate-limiter-flexible',
    'sharp',
  ],
}

/**
 * Pages that end in `.dev.tsx` exist in development only: the built server does not contain them.
 * @param {string} phase
 */
export default async function configOf(phase) {
  const isDevelopment = phase === PHASE_DEVELOPMENT_SERVER
  // The start file calls route files (`route.ts`) itself: only development and the type check have Next know them.
  const isBuild = phase === PHASE_PRODUCTION_BUILD && process.argv.includes('build')
  const endings = [...(isDevelopment ? ['dev.tsx'] : []), 'tsx', ...(isBuild ? [] : ['ts'])]
  const own = {
    ...config,
    pageExtensions: endings,
    // Node.js is started without `--enable-source-maps`: nothing would read two thirds of a build.
    experimental: { ...config.experimental, turbopackSourceMaps: isDevelopment },
  }
  // The plugin says to the compiler where texts come from, and brings a compiler and a file watcher of
  // its own: a server of built pages has no use for either.
  if (phase === PHASE_PRODUCTION_SERVER) return own
  const { default: createNextIntlPlugin } = await import('next-intl/plugin')
  return createNextIntlPlugin('./lib/i18n/request.ts')(own)
}
