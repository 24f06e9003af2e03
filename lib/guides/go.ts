import type { Guide } from './guide.ts'

export const go: Guide = {
  id: 'go',
  title: 'Go',
  kind: 'web',
  mark: 'Go',
  color: '#007d9c',
  library: 'go-oidc',
  version: 'v3.21.0',
  addresses: { port: 8080, redirectUri: '{{origin}}/callback', afterSignOut: '{{origin}}/' },
  steps: [
    {
      title: 'Install go-oidc',
      code: [
        {
          name: 'Terminal',
          language: 'shell',
          code: `go mod init example.com/app
go get github.com/coreos/go-oidc/v3@v3.21.0 golang.org/x/oauth2`,
        },
      ],
    },
    {
      title: 'Add your values',
      text: 'Keep the secret out of version control.',
      code: [
        {
          name: 'Terminal',
          language: 'shell',
          code: `export ISSUER='{{issuer}}' CLIENT_ID='{{clientId}}' CLIENT_SECRET='{{secret}}'
go run .`,
        },
      ],
    },
    {
      title: 'Create the server',
      code: [
        {
          name: 'main.go',
          language: 'go',
          code: `package main

import (
	"context"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

const redirectURL = "{{redirectUri}}"

func keep(w http.ResponseWriter, name, value string) {
	http.SetCookie(w, &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: int((10 * time.Minute).Seconds()),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: strings.HasPrefix(redirectURL, "https:"),
	})
}

func kept(r *http.Request, name string) string {
	cookie, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	return cookie.Value
}

func main() {
	provider, err := oidc.NewProvider(context.Background(), os.Getenv("ISSUER"))
	if err != nil {
		panic(err)
	}
	config := oauth2.Config{
		ClientID:     os.Getenv("CLIENT_ID"),
		ClientSecret: os.Getenv("CLIENT_SECRET"),
		Endpoint:     provider.Endpoint(),
		RedirectURL:  redirectURL,
		Scopes:       []string{oidc.ScopeOpenID, "profile", "email"},
	}
	idTokens := provider.Verifier(&oidc.Config{ClientID: config.ClientID})

	http.HandleFunc("/sign-in", func(w http.ResponseWriter, r *http.Request) {
		state, verifier := oauth2.GenerateVerifier(), oauth2.GenerateVerifier()
		keep(w, "state", state)
		keep(w, "verifier", verifier)
		http.Redirect(w, r, config.AuthCodeURL(state, oauth2.S256ChallengeOption(verifier)), http.StatusFound)
	})
	http.HandleFunc("/callback", func(w http.ResponseWriter, r *http.Request) {
		if state := kept(r, "state"); state == "" || state != r.FormValue("state") {
			http.Error(w, "This sign-in was started elsewhere.", http.StatusBadRequest)
			return
		}
		// Valid for one response: a reload must not redeem the code again, which would revoke the tokens.
		keep(w, "state", "")
		tokens, err := config.Exchange(r.Context(), r.FormValue("code"), oauth2.VerifierOption(kept(r, "verifier")))
		if err != nil {
			http.Error(w, "Not signed in.", http.StatusBadRequest)
			return
		}
		raw, _ := tokens.Extra("id_token").(string)
		idToken, err := idTokens.Verify(r.Context(), raw)
		if err != nil {
			http.Error(w, "Not signed in.", http.StatusBadRequest)
			return
		}
		// Start your own session here. Keep idToken.Subject and raw, which the sign-out needs.
		keep(w, "id_token", raw)
		w.Write([]byte("Hello " + idToken.Subject))
	})
	http.HandleFunc("POST /sign-out", func(w http.ResponseWriter, r *http.Request) {
		values := url.Values{"id_token_hint": {kept(r, "id_token")}, "post_logout_redirect_uri": {"{{afterSignOut}}"}}
		keep(w, "id_token", "")
		http.Redirect(w, r, os.Getenv("ISSUER")+"/auth/logout?"+values.Encode(), http.StatusSeeOther)
	})
	panic(http.ListenAndServe("localhost:{{port}}", nil))
}`,
        },
      ],
    },
    {
      title: 'Protect a page, and sign out here too',
      text: 'Redirect to /sign-in where your session is missing. A form that posts to /sign-out ends the session of the server; end your own there as well.',
    },
  ],
  behindProxy:
    'redirectURL is a fixed text: set it to the public https address. The cookies are then sent by https only.',
}
