import { Moment } from './moment.tsx'

interface SessionTimesProps {
  readonly session: { readonly lastAccessed: string | null; readonly started: string | null }
  readonly texts: { readonly lastSeen: string; readonly started: string }
}

/** When a session was last seen and when it began, in a cell of a table. */
export function SessionTimes({ session, texts }: SessionTimesProps) {
  return (
    // Two columns are narrow on a phone: a moment may take two lines there.
    <dl className="grid grid-cols-[auto_1fr] gap-x-2 text-sm max-md:[&_time]:whitespace-normal!">
      <dt className="text-muted">{texts.lastSeen}</dt>
      <dd>
        <Moment value={session.lastAccessed} />
      </dd>
      <dt className="text-muted">{texts.started}</dt>
      <dd>
        <Moment value={session.started} />
      </dd>
    </dl>
  )
}
