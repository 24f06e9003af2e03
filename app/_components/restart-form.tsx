interface RestartFormProps {
  readonly ceremonyId: string
  readonly label: string
}

/** Back to the password, for another account; posts to `/auth/otp` with or without scripts. */
export function RestartForm({ ceremonyId, label }: RestartFormProps) {
  return (
    <form method="post" action="/auth/otp" className="mt-6 text-center">
      <input type="hidden" name="ceremonyId" value={ceremonyId} />
      <button
        id="otp-restart"
        type="submit"
        name="btnRestart"
        value="restart"
        className="min-h-11 cursor-pointer px-2 text-link text-sm"
      >
        {label}
      </button>
    </form>
  )
}
