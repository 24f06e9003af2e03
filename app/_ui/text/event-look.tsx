import {
  AppWindow,
  CircleX,
  KeyRound,
  LogIn,
  LogOut,
  type LucideIcon,
  Settings,
  ShieldAlert,
  ShieldCheck,
  Trash2,
  UserRound,
} from 'lucide-react'
import type { ShownEvent } from './event-sentence.tsx'

/** The icon of an entry, in the tone of its outcome. */
export function EventIcon({ entry }: { readonly entry: ShownEvent }) {
  const Icon = iconOf(entry)
  const isFlipped = Icon === LogIn || Icon === LogOut
  return (
    <span className={`ui-feed-icon ${toneOf(entry)}`}>
      <Icon className={isFlipped ? 'flip' : undefined} aria-hidden="true" />
    </span>
  )
}

function toneOf({ category, outcome, auditEvent }: ShownEvent): string {
  if (category === 'security' || auditEvent.startsWith('deleted_')) return 'ui-feed-icon-warning'
  return outcome === 'refused' ? 'ui-feed-icon-danger' : ''
}

function iconOf({ auditEvent, category, outcome }: ShownEvent): LucideIcon {
  if (category === 'security') return ShieldAlert
  if (outcome === 'refused') return CircleX
  if (auditEvent.startsWith('deleted_')) return Trash2
  if (auditEvent === 'logout' || auditEvent.startsWith('terminated_')) return LogOut
  if (category === 'sign_ins') return LogIn
  if (/permission|otp|administrative/.test(auditEvent)) return ShieldCheck
  if (/client|redirect|web_origin|consent/.test(auditEvent)) return AppWindow
  if (/password|token|key|secret/.test(auditEvent)) return KeyRound
  if (/settings|branding/.test(auditEvent)) return Settings
  return UserRound
}
