import access from './access/es.json' with { type: 'json' }
import account from './account/es.json' with { type: 'json' }
import activity from './activity/es.json' with { type: 'json' }
import audit from './audit/es.json' with { type: 'json' }
import calls from './calls/es.json' with { type: 'json' }
import card from './card/es.json' with { type: 'json' }
import clients from './clients/es.json' with { type: 'json' }
import console from './console/es.json' with { type: 'json' }
import dashboard from './dashboard/es.json' with { type: 'json' }
import pages from './es.json' with { type: 'json' }
import groups from './groups/es.json' with { type: 'json' }
import help from './help/es.json' with { type: 'json' }
import idp from './idp/es.json' with { type: 'json' }
import list from './list/es.json' with { type: 'json' }
import lists from './lists/es.json' with { type: 'json' }
import live from './live/es.json' with { type: 'json' }
import methods from './methods/es.json' with { type: 'json' }
import own from './own/es.json' with { type: 'json' }
import providers from './providers/es.json' with { type: 'json' }
import refusals from './refusals/es.json' with { type: 'json' }
import resources from './resources/es.json' with { type: 'json' }
import search from './search/es.json' with { type: 'json' }
import settings from './settings/es.json' with { type: 'json' }
import shell from './shell/es.json' with { type: 'json' }
import users from './users/es.json' with { type: 'json' }

/** Every text in one language, a file for each area of the program. */
export const es = {
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
