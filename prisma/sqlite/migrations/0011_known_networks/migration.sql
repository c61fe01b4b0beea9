-- The networks from which each person signed in lately. Failed sign-ins elsewhere do not lock an account there.
CREATE TABLE "known_networks" (
  "person_id" TEXT NOT NULL,
  -- An IPv4 address, or the /64 of an IPv6 address.
  "network" TEXT NOT NULL,
  "signed_in_at" BIGINT NOT NULL,
  PRIMARY KEY ("person_id", "network"),
  CONSTRAINT "known_networks_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
