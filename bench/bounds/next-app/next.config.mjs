/** The smallest Next.js app, to measure the cost of its router alone. */
const root = new URL('../../../../', import.meta.url).pathname

export default {
  compress: false,
  poweredByHeader: false,
  turbopack: { root },
  outputFileTracingRoot: root,
}
