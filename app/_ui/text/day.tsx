import { openConsole } from '#app/_ui/shell/api.ts'
import { Moment } from './moment.tsx'

/** A date within a sentence of the console, in the visitor's zone; without scripts in UTC. */
export async function Day({ value }: { readonly value: string }) {
  const { language, visitor } = await openConsole()
  const now = visitor.now.toISOString()
  return <Moment value={value} style="day" language={language} timeZone="UTC" now={now} />
}
