/**
 * What a new installation has switched on beside the specification's sign-in. Databases of tests have it off, as after an
 * upgrade: tests of enrolment and of messages see the specified pages and messages. `tests/domain/bootstrap.test.ts` has
 * the first start itself.
 */
export const signInAdditionsOff = {
  recoveryCodesEnabled: false,
  newSignInNoticeEnabled: false,
} as const
