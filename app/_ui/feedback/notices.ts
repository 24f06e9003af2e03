/** Messages to show when a page opens, by their name in its address (`?done=created`). */
const notices = {
  saved: 'console.saved',
  activity_too_large: 'activity.export_too_large',
  created: 'console.created',
  deleted: 'console.deleted',
  addresses_added: 'clients.connect.addresses_added',
  consent_revoked: 'account.consents.revoked',
  export_too_large: 'console.export_too_large',
  email_changed: 'console.email_changed',
  email_kept: 'account.email.canceled',
  email_requested: 'account.email.requested',
  browser_forgotten: 'methods.remember.forgotten',
  factor_code_sent: 'methods.lost.sent',
  email_verified: 'account.verification.done',
  key_revoked: 'settings.keys.revoked',
  keys_rotated: 'settings.keys.rotated',
  otp_moved: 'console.phone_moved',
  otp_off: 'account.otp.switched_off',
  otp_on: 'account.otp.switched_on',
  password_changed: 'account.password.saved',
  picture_saved: 'account.picture.saved',
  session_ended: 'account.sessions.ended',
  sessions_ended: 'account.sessions.others_ended',
  smtp_password_forgotten: 'settings.email.password_forgotten',
  theme_saved: 'settings.theme.saved',
} as const

export type NoticeName = keyof typeof notices
type Notice = (typeof notices)[NoticeName]

/** The message key for this name; null if there is none. */
export function noticeOf(name: NoticeName): Notice
export function noticeOf(name: string | null): Notice | null
export function noticeOf(name: string | null): Notice | null {
  // The address is untrusted, and may name an inherited property (`constructor`).
  return name !== null && Object.hasOwn(notices, name) ? notices[name as NoticeName] : null
}

/** An address with the name of the message to show there. */
export function withNotice(address: string, done: NoticeName): string {
  return `${address}${address.includes('?') ? '&' : '?'}done=${done}`
}
