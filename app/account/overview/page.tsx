import { Overview } from './overview.tsx'

export default function OverviewPage() {
  return <Overview />
}
