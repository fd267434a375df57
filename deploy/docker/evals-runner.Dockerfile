# The runner of `roo evals run --executor container`: roo, and a toolchain for every language of the built-in suites.
# Built by `pnpm evals:image`, which packs roo first.
ARG BASE=docker.io/library/node:24-trixie-slim
FROM ${BASE}

RUN apt-get update \
  && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends \
    bubblewrap ca-certificates git procps \
    golang-go cargo rustc python3 default-jdk-headless junit5 libassertj-core-java \
  && rm -rf /var/lib/apt/lists/*

COPY roo.tgz /tmp/roo.tgz
RUN npm install --global --omit=dev --no-audit --no-fund /tmp/roo.tgz && rm /tmp/roo.tgz

ENV ROO_HOME=/var/lib/roo NO_COLOR=1
WORKDIR /var/lib/roo
CMD ["roo", "evals", "runner"]
