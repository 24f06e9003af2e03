interface InteractionFieldsProps {
  readonly ceremonyId: string
  /** Sealed copy of the authorization request; '' for none. */
  readonly requestCopy: string
}

/** The hidden fields of a form of the sign-in: its interaction, and the copy with which it can start again. */
export function InteractionFields({ ceremonyId, requestCopy }: InteractionFieldsProps) {
  return (
    <>
      <input type="hidden" name="ceremonyId" value={ceremonyId} />
      {requestCopy && <input type="hidden" name="requestCopy" value={requestCopy} />}
    </>
  )
}
