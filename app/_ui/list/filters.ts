import type { Texts } from '#app/_ui/text/texts.ts'
import type { Filter } from './filter-chips.tsx'

/** A filter of two values. */
export function eitherOr(
  name: string,
  label: string,
  [yes, no]: readonly [yes: string, no: string],
): Filter {
  return {
    name,
    label,
    options: [
      { value: 'true', label: yes },
      { value: 'false', label: no },
    ],
  }
}

/** A filter by the last time of something: within days, not for days, or never. */
export function lastTime(t: Texts, name: string, label: string): Filter {
  return {
    name,
    label,
    options: [
      { value: '7', label: t('lists.last_days', { days: 7 }) },
      { value: '30', label: t('lists.last_days', { days: 30 }) },
      { value: 'not90', label: t('lists.not_for_days', { days: 90 }) },
      { value: 'never', label: t('lists.never') },
    ],
  }
}
