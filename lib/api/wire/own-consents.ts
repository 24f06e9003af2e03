import type { listOwnConsents } from '#lib/api/contract/account/consents.ts'
import type { AnswerOf } from '#lib/api/contract/define.ts'
import type { OwnApproval } from '#lib/domain/clients/own-approvals.ts'
import { applicationToWire } from './applications.ts'
import { consentToWire } from './consents.ts'

type OwnConsent = AnswerOf<typeof listOwnConsents>['consents'][number]

export function ownConsentToWire(approval: OwnApproval): OwnConsent {
  const { consent, application, lastUsedAt, permissions } = approval
  return {
    ...consentToWire(consent),
    application: applicationToWire(application),
    permissions: [...permissions],
    ...(lastUsedAt ? { lastUsedAt: lastUsedAt.toISOString() } : {}),
  }
}
