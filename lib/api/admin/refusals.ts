import { refusalRules } from '#lib/answers/refusal-rules.ts'
import * as contract from '#lib/api/contract/admin/refusals.ts'
import { operation } from '#lib/api/operation.ts'
import { refusalToWire, ruleTexts } from '#lib/api/wire/refusals.ts'
import { addSeconds } from '#lib/base/time/clock.ts'
import { factsOf } from '#lib/domain/audit/refusal-facts.ts'
import { linksOf } from '#lib/domain/audit/refusal-links.ts'
import { droppedAt } from '#lib/domain/audit/refusal-recorder.ts'
import { absenceOf, findRefusal, readRefusals, ruleOf } from '#lib/domain/audit/refusals.ts'

export const listRefusals = operation(contract.listRefusals, async (ctx, { query }) => {
  const { after, limit, to, ...filter } = query
  const { records, next } = await readRefusals(ctx, { ...filter, before: to }, after, limit)
  const { requestId } = query
  const isMissing = requestId !== undefined && records.length === 0
  return {
    refusals: records.map(refusalToWire),
    ...(next === undefined ? {} : { next }),
    dropped: droppedAt(ctx, ctx.now) + droppedAt(ctx, addSeconds(ctx.now, -60)),
    recorded: ctx.settings.refusalRecordsEnabled,
    days: ctx.settings.refusalRecordDays,
    ...(isMissing ? { absence: await absenceOf(ctx, requestId) } : {}),
  }
})

export const getRefusal = operation(contract.getRefusal, async (ctx, { params }) => {
  const record = await findRefusal(ctx, params.id)
  const facts = factsOf(record)
  const rule = ruleOf(record)
  return {
    refusal: refusalToWire(record),
    facts,
    explanation: {
      ...ruleTexts(ctx.acceptLanguage, rule),
      links: linksOf(record, rule, facts),
    },
  }
})

export const listRefusalRules = operation(
  contract.listRefusalRules,
  async ({ acceptLanguage }) => ({
    rules: refusalRules.map((rule) => ruleTexts(acceptLanguage, rule)),
  }),
)
