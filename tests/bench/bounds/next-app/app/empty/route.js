/** As little as a route handler can do. */
export const dynamic = 'force-dynamic'

export function GET() {
  return new Response('{}', { headers: { 'Content-Type': 'application/json' } })
}
