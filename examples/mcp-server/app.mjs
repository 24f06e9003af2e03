/** An MCP server that agents reach with an access token of the authorization server. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { jwtVerify } from 'jose'

const scope = 'tasks:read'

/**
 * Makes the server as a function from a request to its answer.
 * @param issuer of the tokens
 * @param resource this server's address, which is the audience of its tokens
 * @param keys of the issuer, as jose takes them
 */
export function mcpApp({ issuer, resource, keys }) {
  const { origin, pathname } = new URL(resource)
  const metadataPath = `/.well-known/oauth-protected-resource${pathname}`

  /** Leads an agent to the authorization server (RFC 9728). */
  const metadata = {
    resource,
    authorization_servers: [issuer],
    scopes_supported: [scope],
    bearer_methods_supported: ['header'],
  }
  const refuse = (status, error) => {
    const words = [`resource_metadata="${origin}${metadataPath}"`, `scope="${scope}"`]
    if (error) words.unshift(`error="${error}"`)
    return new Response(null, {
      status,
      headers: { 'WWW-Authenticate': `Bearer ${words.join(', ')}` },
    })
  }

  /** Returns the token's claims. Throws unless it is an access token for this server. */
  async function verify(token) {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: resource,
      algorithms: ['RS256'],
      typ: 'at+jwt',
      requiredClaims: ['sub', 'exp', 'scope'],
    })
    return payload
  }

  return async (request) => {
    const { pathname: path } = new URL(request.url)
    if (path === metadataPath) return Response.json(metadata)
    if (path !== pathname) return new Response(null, { status: 404 })
    const token = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
    if (!token) return refuse(401)
    const claims = await verify(token).catch(() => null)
    if (!claims) return refuse(401, 'invalid_token')
    if (!claims.scope.split(' ').includes(scope)) return refuse(403, 'insufficient_scope')
    return answer(request, claims)
  }
}

/** Answers one request of an agent. The tools know who the person is. */
async function answer(request, { sub }) {
  const server = new McpServer({ name: 'tasks', version: '1.0.0' })
  server.registerTool('list_tasks', { description: 'Lists your tasks' }, async () => ({
    content: [{ type: 'text', text: JSON.stringify({ tasks: ['Water the plants'], of: sub }) }],
  }))
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  return transport.handleRequest(request)
}
