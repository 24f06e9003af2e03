import {
  AppWindow,
  CircleX,
  KeyRound,
  LogIn,
  LogOut,
  type LucideIcon,
  Mail,
  ShieldCheck,
  UserRound,
} from 'lucide-react'
import { type ActivityEntry, ActivitySentence } from '#app/_ui/text/activity-sentence.tsx'
import { deviceLabel } from '#app/_ui/text/device-label.ts'
import type { MomentStyle } from '#app/_ui/text/moment-text.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { OwnMoment } from '../own-moment.tsx'
import { methodText } from './method-text.ts'

interface FeedProps {
  readonly time: MomentStyle
  /** Leaves out address and method. */
  readonly isShort?: boolean
}

interface ActivityFeedProps extends FeedProps {
  readonly entries: readonly ActivityEntry[]
}

/** The entries about the visitor's account. */
export function ActivityFeed({ entries, ...feed }: ActivityFeedProps) {
  return (
    <ul className="ui-feed pb-1.5">
      {entries.map((entry) => (
        <FeedEntry key={entry.id} entry={entry} {...feed} />
      ))}
    </ul>
  )
}

interface FeedEntryProps extends FeedProps {
  readonly entry: ActivityEntry
}

/** An entry in such a list. */
export function FeedEntry({ entry, time, isShort = false }: FeedEntryProps) {
  const [Icon, tone] = lookOf(entry)
  return (
    <li data-event={entry.event}>
      <span className={`ui-feed-icon ${tone}`}>
        <Icon className={Icon === LogIn || Icon === LogOut ? 'flip' : ''} aria-hidden="true" />
      </span>
      <div className="min-w-0">
        <p>
          <ActivitySentence entry={entry} />
        </p>
        <Origin entry={entry} isShort={isShort} />
      </div>
      <OwnMoment value={entry.createdAt} style={time} className="ui-time" />
    </li>
  )
}

/** The browser, its address, and how its user signed in. */
async function Origin({
  entry,
  isShort,
}: {
  readonly entry: ActivityEntry
  readonly isShort: boolean
}) {
  const t = await pageTexts()
  // The sentence already names the device that was signed out.
  const device = entry.event !== 'terminated_user_session' && entry.deviceName
  const parts = [
    device && deviceLabel(entry, t),
    !isShort && entry.ipAddress && `\u2066${entry.ipAddress}\u2069`,
    !isShort && entry.authMethods && t(methodText(entry.authMethods)),
  ].filter(Boolean)
  return parts.length > 0 && <p className="ui-hint [overflow-wrap:anywhere]">{parts.join(' · ')}</p>
}

type Look = readonly [icon: LucideIcon, tone: string]

/** Warnings are acts that may be another person's. */
function lookOf({ event, actor }: ActivityEntry): Look {
  const warning = 'ui-feed-icon-warning'
  if (event === 'requested_password_reset') return [Mail, warning]
  if (actor === 'someone' || actor === 'system') return [CircleX, warning]
  if (event === 'started_new_user_session') return [LogIn, '']
  if (event === 'logout' || event === 'terminated_user_session') return [LogOut, '']
  if (event.includes('consent')) return [AppWindow, '']
  if (event.includes('otp') || event.includes('permission')) return [ShieldCheck, '']
  if (event.includes('password') || event.includes('auth')) return [KeyRound, '']
  return [UserRound, '']
}
