import access from './access/ja.json' with { type: 'json' }
import account from './account/ja.json' with { type: 'json' }
import activity from './activity/ja.json' with { type: 'json' }
import audit from './audit/ja.json' with { type: 'json' }
import calls from './calls/ja.json' with { type: 'json' }
import card from './card/ja.json' with { type: 'json' }
import clients from './clients/ja.json' with { type: 'json' }
import console from './console/ja.json' with { type: 'json' }
import dashboard from './dashboard/ja.json' with { type: 'json' }
import groups from './groups/ja.json' with { type: 'json' }
import help from './help/ja.json' with { type: 'json' }
import idp from './idp/ja.json' with { type: 'json' }
import pages from './ja.json' with { type: 'json' }
import list from './list/ja.json' with { type: 'json' }
import lists from './lists/ja.json' with { type: 'json' }
import live from './live/ja.json' with { type: 'json' }
import methods from './methods/ja.json' with { type: 'json' }
import own from './own/ja.json' with { type: 'json' }
import providers from './providers/ja.json' with { type: 'json' }
import refusals from './refusals/ja.json' with { type: 'json' }
import resources from './resources/ja.json' with { type: 'json' }
import search from './search/ja.json' with { type: 'json' }
import settings from './settings/ja.json' with { type: 'json' }
import shell from './shell/ja.json' with { type: 'json' }
import users from './users/ja.json' with { type: 'json' }

/** Every text in one language, a file for each area of the program. */
export const ja = {
  ...pages,
  access,
  account,
  activity,
  audit,
  calls,
  card,
  clients,
  console,
  dashboard,
  groups,
  help,
  idp,
  list,
  lists,
  live,
  methods,
  own,
  providers,
  refusals,
  resources,
  search,
  settings,
  shell,
  users,
}
