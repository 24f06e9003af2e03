import type { z } from 'zod'
import type { RefusalRule } from '#lib/answers/refusal-rules.ts'
import type { refusalRuleTexts, refusedRequest } from '#lib/api/contract/models/refusals.ts'
import { ruleOf } from '#lib/domain/audit/refusals.ts'
import { chooseLanguage } from '#lib/i18n/languages.ts'
import { textsIn } from '#lib/i18n/texts.ts'
import type { RefusalRecord } from '#lib/persistence/audit/refusal-records.ts'

export function refusalToWire(record: RefusalRecord): z.input<typeof refusedRequest> {
  return {
    id: record.id,
    createdAt: record.createdAt.toISOString(),
    requestId: record.requestId,
    endpoint: record.endpoint,
    rule: ruleOf(record),
    error: record.error,
    status: record.status,
    clientId: record.clientId,
    clientIdentifier: record.clientIdentifier,
    userId: record.userId,
    network: record.network,
    repeats: record.repeats,
    lastAt: record.lastAt.toISOString(),
  }
}

/** The texts of a rule in the language of the request. */
export function ruleTexts(
  acceptLanguage: string,
  rule: RefusalRule,
): z.input<typeof refusalRuleTexts> {
  const t = textsIn(chooseLanguage([], acceptLanguage))
  return {
    rule,
    title: t(`refusals.rule.${rule}.title`),
    remedy: [t(`refusals.rule.${rule}.remedy`)],
  }
}
