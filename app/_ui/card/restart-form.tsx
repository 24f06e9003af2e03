interface RestartFormProps {
  /** Id of the button. */
  readonly id: string
  /** Address of the page's step. */
  readonly action: '/auth/otp' | '/auth/consent' | '/auth/passkey' | '/auth/recovery-code'
  readonly ceremonyId: string
  readonly label: string
  readonly className?: string
}

/** Returns to the password step, to use another account; works without scripts too. */
export function RestartForm({ id, action, ceremonyId, label, className }: RestartFormProps) {
  return (
    <form method="post" action={action} className={className}>
      <input type="hidden" name="ceremonyId" value={ceremonyId} />
      <button
        id={id}
        type="submit"
        name="btnRestart"
        value="restart"
        className="ui-link min-h-11 min-w-11 cursor-pointer text-sm"
      >
        {label}
      </button>
    </form>
  )
}
