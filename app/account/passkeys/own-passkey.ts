import type { Api } from '#app/_ui/shell/make-api.ts'

/** A passkey of the visitor. */
export type OwnPasskey = Awaited<ReturnType<Api['listOwnPasskeys']>>['passkeys'][number]
