import type { Outcome } from '#lib/answers/outcome.ts'
import { singleton } from '#lib/base/concurrency/singleton.ts'
import type { Context } from '#lib/context.ts'
import { cachingFromMemory } from '#lib/domain/sign-in/known-while-away.ts'
import { contracts } from './contract/index.ts'
import { describeOperations } from './openapi-operations.ts'
import type { Node } from './openapi-parts.ts'
import { protocolPaths, protocolSchemas, protocolSecuritySchemes } from './openapi-protocol.ts'

const description = `OAuth 2.0 and OpenID Connect authorization server.

In bodies sent to the APIs a required field is refused when it is missing or null. Any other counts then as \
an empty text, false, 0 or an empty list unless it says otherwise; unknown fields are ignored. No text may \
hold the NUL character or one half of a surrogate pair. A refusal of the APIs is an \`ApiError\`.`

/** `GET /openapi.yaml`: the public description of this server, generated once per process. */
export async function openapi(ctx: Context): Promise<Outcome> {
  const { baseUrl } = ctx.config
  const body = await singleton(`openapi ${baseUrl}`, () => written(openapiDocument(baseUrl)))
  return {
    kind: 'file',
    status: 200,
    contentType: 'application/yaml',
    body,
    headers: { 'Cache-Control': ctx.isFromMemory ? cachingFromMemory : 'public, max-age=300' },
  }
}

async function written(document: Node): Promise<Buffer<ArrayBuffer>> {
  const { stringify } = await import('yaml')
  return Buffer.from(stringify(document, { aliasDuplicateObjects: false }))
}

/**
 * The OpenAPI 3.0 document.
 * @param baseUrl public address of the server, without a trailing slash
 */
export function openapiDocument(baseUrl: string): Node {
  const operations = describeOperations(Object.values(contracts))
  const tags = ['Discovery', 'OpenID Connect', 'OAuth 2.0', 'Images', ...operations.tags]
  return {
    openapi: '3.0.3',
    info: {
      title: 'authserver',
      version: '1',
      description,
      license: { name: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    tags: tags.map((name) => ({ name })),
    paths: { ...protocolPaths, ...operations.paths },
    components: {
      securitySchemes: protocolSecuritySchemes,
      schemas: { ...protocolSchemas, ...operations.schemas },
    },
  }
}
