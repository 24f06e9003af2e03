import Link from 'next/link'
import { pageTexts } from '../../../_components/texts.ts'
import { openConsole } from '../../../_console/api.ts'
import { detailsOf } from './details.ts'
import { detailName } from './names.ts'
import { recordAddress } from './record-address.ts'

/** The details of an event in the page's language, with a way to the records that they name. */
export async function DetailsList({ details }: { readonly details: string }) {
  const t = await pageTexts()
  const { visitor } = await openConsole()
  const found = detailsOf(details)
  if (found.length === 0) return null
  return (
    <dl className="mb-1 flex flex-wrap items-baseline gap-x-5 gap-y-1 text-[0.8125rem]">
      {found.map(([name, value]) => (
        <div key={name} className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
          <dt className="text-muted" title={name}>
            {detailName(t, name)}
          </dt>
          <dd dir="auto" className="min-w-0 font-mono [overflow-wrap:anywhere]">
            <DetailValue address={recordAddress(visitor, name, value)} value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface DetailValueProps {
  readonly address: string | null
  readonly value: string
}

function DetailValue({ address, value }: DetailValueProps) {
  if (!address) return value || '–'
  return (
    <Link
      href={address}
      prefetch={false}
      // A number of one digit is a small target.
      className="inline-block min-w-6 py-0.5 underline decoration-base-content/30 underline-offset-2 hover:decoration-current"
    >
      {value}
    </Link>
  )
}
