import { redirect } from 'next/navigation'

/** The administration opens with the dashboard. */
export default function AdminPage() {
  redirect('/admin/dashboard')
}
