import access from './access/fr.json' with { type: 'json' }
import account from './account/fr.json' with { type: 'json' }
import activity from './activity/fr.json' with { type: 'json' }
import audit from './audit/fr.json' with { type: 'json' }
import calls from './calls/fr.json' with { type: 'json' }
import card from './card/fr.json' with { type: 'json' }
import clients from './clients/fr.json' with { type: 'json' }
import console from './console/fr.json' with { type: 'json' }
import dashboard from './dashboard/fr.json' with { type: 'json' }
import pages from './fr.json' with { type: 'json' }
import groups from './groups/fr.json' with { type: 'json' }
import help from './help/fr.json' with { type: 'json' }
import idp from './idp/fr.json' with { type: 'json' }
import list from './list/fr.json' with { type: 'json' }
import lists from './lists/fr.json' with { type: 'json' }
import live from './live/fr.json' with { type: 'json' }
import methods from './methods/fr.json' with { type: 'json' }
import own from './own/fr.json' with { type: 'json' }
import providers from './providers/fr.json' with { type: 'json' }
import refusals from './refusals/fr.json' with { type: 'json' }
import resources from './resources/fr.json' with { type: 'json' }
import search from './search/fr.json' with { type: 'json' }
import settings from './settings/fr.json' with { type: 'json' }
import shell from './shell/fr.json' with { type: 'json' }
import users from './users/fr.json' with { type: 'json' }

/** Every text in one language, a file for each area of the program. */
export const fr = {
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
