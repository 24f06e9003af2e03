// A program that signs a user in with go-oidc and x/oauth2, and shows their email address.
package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"log"
	"net/http"
	"os"

	"github.com/coreos/go-oidc"
	"golang.org/x/oauth2"
)

func random() string {
	bytes := make([]byte, 32)
	if _, err := rand.Read(bytes); err != nil {
		log.Fatal(err)
	}
	return base64.RawURLEncoding.EncodeToString(bytes)
}

// The address of this program. PORT chooses another port.
func host() string {
	if port := os.Getenv("PORT"); port != "" {
		return "localhost:" + port
	}
	return "localhost:8084"
}

func main() {
	ctx := context.Background()
	provider, err := oidc.NewProvider(ctx, os.Getenv("ISSUER"))
	if err != nil {
		log.Fatal(err)
	}
	config := oauth2.Config{
		ClientID:     os.Getenv("CLIENT_ID"),
		ClientSecret: os.Getenv("CLIENT_SECRET"),
		Endpoint:     provider.Endpoint(),
		RedirectURL:  "http://" + host() + "/callback",
		Scopes:       []string{oidc.ScopeOpenID, "profile", "email"},
	}
	idTokens := provider.Verifier(&oidc.Config{ClientID: config.ClientID})
	// For one visitor. With several, store both in each visitor's session.
	var state, verifier string

	http.HandleFunc("/", func(response http.ResponseWriter, request *http.Request) {
		state, verifier = random(), random()
		challenge := sha256.Sum256([]byte(verifier))
		http.Redirect(response, request, config.AuthCodeURL(state,
			oauth2.SetAuthURLParam("code_challenge", base64.RawURLEncoding.EncodeToString(challenge[:])),
			oauth2.SetAuthURLParam("code_challenge_method", "S256")), http.StatusFound)
	})

	http.HandleFunc("/callback", func(response http.ResponseWriter, request *http.Request) {
		query := request.URL.Query()
		if state == "" || query.Get("state") != state || query.Get("code") == "" {
			http.Error(response, "That did not work.", http.StatusBadRequest)
			return
		}
		// Valid for one response: a reload must not redeem the code again, which would revoke the tokens.
		state = ""
		tokens, err := config.Exchange(ctx, query.Get("code"),
			oauth2.SetAuthURLParam("code_verifier", verifier))
		if err != nil {
			http.Error(response, err.Error(), http.StatusBadGateway)
			return
		}
		raw, _ := tokens.Extra("id_token").(string)
		idToken, err := idTokens.Verify(ctx, raw)
		if err != nil {
			http.Error(response, err.Error(), http.StatusBadGateway)
			return
		}
		var person struct{ Email string }
		if err := idToken.Claims(&person); err != nil {
			http.Error(response, err.Error(), http.StatusBadGateway)
			return
		}
		fmt.Fprintf(response, "Hello %s.\n", person.Email)
	})

	log.Fatal(http.ListenAndServe(host(), nil))
}
