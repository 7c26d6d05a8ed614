/** Letters' links carry the token that proves their address behind this, in the address's fragment: it stands in no log. */
export const proofFragment = '#proof='
