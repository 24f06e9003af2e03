import { redirect } from 'next/navigation'

/** Where password managers look for the page on which a password is changed (A Well-Known URL for Changing Passwords). */
export default function ChangePassword() {
  redirect('/account/change-password')
}
