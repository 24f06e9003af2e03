import { pageSettings } from '#lib/http/page.ts'

/** Names the company that runs this server: its pages carry no other name at the top. */
export async function Brand() {
  const { appName } = await pageSettings()
  return (
    <header className="ui-card-brand">
      <span className="min-w-0 [overflow-wrap:anywhere]">{appName}</span>
    </header>
  )
}
