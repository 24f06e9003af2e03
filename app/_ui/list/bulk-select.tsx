import { pageTexts } from '#app/_ui/text/texts.ts'

interface BulkSelectProps {
  readonly acts: readonly { readonly value: string; readonly label: string }[]
}

/** Chooses what happens to the ticked rows, for browsers without scripts; scripts show a bar instead. */
export async function BulkSelect({ acts }: BulkSelectProps) {
  const t = await pageTexts()
  return (
    <noscript>
      <p className="flex flex-wrap items-center gap-2 px-4 py-2 max-sm:hidden">
        <label className="flex items-center gap-2">
          {t('list.with_selected')}
          <select name="act" className="select select-sm w-auto">
            {acts.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="btn btn-sm">
          {t('list.apply')}
        </button>
      </p>
    </noscript>
  )
}
