import { FormRefusal, textOfField } from './form-values.ts'
import type { Submission } from './submit-route.ts'

/**
 * Guards an irreversible change: the field `identifier` must repeat the record's.
 * @throws FormRefusal if it does not
 */
export function checkRetyped(
  { form, t }: Pick<Submission, 'form' | 't'>,
  identifier: string,
): void {
  if (textOfField(form, 'identifier').trim() === identifier) return
  throw new FormRefusal('identifier', t('console.record.differs'))
}
