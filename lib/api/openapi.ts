import { stringify } from 'yaml'
import type { Context } from '#lib/context.ts'
import type { Outcome } from '#lib/kernel/outcome.ts'
import { perProcess } from '#lib/kernel/per-process.ts'
import type { Node } from './openapi-parts.ts'
import { protocolPaths, protocolSchemas, protocolSecuritySchemes } from './openapi-protocol.ts'

/** `GET /openapi.yaml`: the server's own description, for everybody. Written once per process. */
export async function openapi(ctx: Context): Promise<Outcome> {
  const { baseUrl } = ctx.config
  const body = perProcess(`openapi ${baseUrl}`, () =>
    Buffer.from(stringify(openapiDocument(baseUrl), { aliasDuplicateObjects: false })),
  )
  return {
    kind: 'file',
    status: 200,
    contentType: 'application/yaml',
    body,
    headers: { 'Cache-Control': 'public, max-age=300' },
  }
}

/**
 * The OpenAPI 3.0 document.
 * @param baseUrl public address of the server, without a trailing slash
 */
export function openapiDocument(baseUrl: string): Node {
  return {
    openapi: '3.0.3',
    info: {
      title: 'authserver',
      version: '1',
      description: 'OAuth 2.0 and OpenID Connect authorization server.',
      license: { name: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    tags: ['Discovery', 'OpenID Connect', 'OAuth 2.0', 'Images'].map((name) => ({ name })),
    paths: protocolPaths,
    components: { securitySchemes: protocolSecuritySchemes, schemas: protocolSchemas },
  }
}
