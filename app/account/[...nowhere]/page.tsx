import { notFound } from 'next/navigation'

/** Every address below the account that has no page of its own: bar and menu stay around what says so. */
export default function NowherePage() {
  notFound()
}
