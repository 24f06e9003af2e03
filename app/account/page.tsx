import { Overview } from './overview/overview.tsx'

/** The account opens with the overview. */
export default function AccountPage() {
  return <Overview />
}
