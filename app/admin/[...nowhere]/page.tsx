import { notFound } from 'next/navigation'

/** Shows the not-found page inside the shell for every unknown address below the administration. */
export default function NowherePage() {
  notFound()
}
