/** The smallest Next.js app: what its router costs by itself. */
const root = new URL('../../../../', import.meta.url).pathname

export default {
  compress: false,
  poweredByHeader: false,
  turbopack: { root },
  outputFileTracingRoot: root,
}
